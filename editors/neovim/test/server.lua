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
  wait("the server does not come up", function()
    return next(vim.lsp.buf_get_clients(buffer)) ~= nil
  end)
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
