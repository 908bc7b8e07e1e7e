-- The server: a file that is fine has no message; a rule that is broken has one; mended, it has none.
local PATIENCE = 20000

local function count()
  return #vim.diagnostic.get(0)
end

local function wait(what, so)
  assert(vim.wait(PATIENCE, so, 50), what .. "; messages: " .. vim.inspect(vim.diagnostic.get(0)))
end

local function try()
  local buffer = vim.api.nvim_get_current_buf()
  -- Version 0.7 has no filter, and there is one server only.
  local clients = vim.lsp.get_clients or vim.lsp.get_active_clients
  wait("the server does not come up", function()
    return #clients({ bufnr = buffer }) == 1
  end)
  local root = clients({ bufnr = buffer })[1].config.root_dir
  assert(root == vim.fn.expand("%:p:h"), "the server looks into " .. root)
  local before = vim.api.nvim_buf_line_count(buffer)
  vim.api.nvim_buf_set_lines(buffer, before, before, false, { "", "value broken: 0..9 {", "    = = =", "}" })
  wait("a broken rule has no message", function()
    return count() > 0
  end)
  local first = vim.diagnostic.get(0)[1]
  assert(first.message ~= "" and first.lnum >= before, "the message is not at the rule: " .. vim.inspect(first))
  vim.api.nvim_buf_set_lines(buffer, before, -1, false, {})
  wait("the message stays although the rule is mended", function()
    return count() == 0
  end)
  print("a broken rule has a message: " .. first.message:match("[^\n]*") .. "\n")
end

local fine, says = pcall(try)
if not fine then
  io.stderr:write(tostring(says) .. "\n")
  vim.cmd("cquit 1")
end
vim.cmd("qall!")
