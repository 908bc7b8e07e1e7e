-- An hour at the desk in small: a word is written wrongly, the message is read, its remedy is taken; then a row gets another
-- title, in the file of the rules and in that of the examples.
local PATIENCE = 20000
local TITLE, OTHER = "The attacker", "Whoever attacks"

local function wait(what, so)
  assert(vim.wait(PATIENCE, so, 50), what .. "; messages: " .. vim.inspect(vim.diagnostic.get()))
end

-- Puts the cursor on the first letter of a text, and answers with its line.
local function go_to(text)
  for at, line in ipairs(vim.api.nvim_buf_get_lines(0, 0, -1, false)) do
    local first = line:find(text, 1, true)
    if first then
      vim.api.nvim_win_set_cursor(0, { at, first - 1 })
      return line
    end
  end
  error("`" .. text .. "` stands nowhere in " .. vim.fn.expand("%"))
end

local function holds(buffer, text)
  return table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), "\n"):find(text, 1, true) ~= nil
end

-- What is wrong; what is not proved is only told.
local function wrong()
  return vim.diagnostic.get(0, { severity = vim.diagnostic.severity.ERROR })
end

local function about(word)
  for _, says in ipairs(wrong()) do
    if says.message:find(word, 1, true) then
      return says
    end
  end
end

-- What the reader of a list takes: the first that is offered.
vim.ui.select = function(offered, _, take)
  take(offered[1], 1)
end

local function remedy()
  local line = go_to("lead.strength")
  local at = vim.api.nvim_win_get_cursor(0)[1]
  vim.api.nvim_buf_set_lines(0, at - 1, at, false, { (line:gsub("lead%.strength", "lead.strenght")) })
  local says
  wait("a field that nobody has has no message", function()
    says = about("strenght")
    return says ~= nil
  end)
  vim.api.nvim_win_set_cursor(0, { says.lnum + 1, says.col })
  vim.lsp.buf.code_action()
  wait("the remedy is not taken", function()
    return holds(0, "lead.strength") and #wrong() == 0
  end)
  return says.message:match("[^\n]*")
end

local function another_title()
  go_to(TITLE)
  vim.lsp.buf.rename(OTHER)
  wait("the row keeps its title", function()
    return holds(0, OTHER)
  end)
  local changed = 0
  for _, buffer in ipairs(vim.api.nvim_list_bufs()) do
    assert(not holds(buffer, TITLE), "the old title is left in " .. vim.api.nvim_buf_get_name(buffer))
    changed = changed + (holds(buffer, OTHER) and 1 or 0)
  end
  assert(changed == 2, "the title was changed in " .. changed .. " files")
  vim.cmd("wall")
end

local fine, says = pcall(function()
  wait("the server does not come up", function()
    return #(vim.lsp.get_clients or vim.lsp.get_active_clients)({ bufnr = 0 }) == 1
  end)
  local message = remedy()
  another_title()
  print("its remedy mends: " .. message .. "; a title is changed in both files\n")
end)
if not fine then
  io.stderr:write(tostring(says) .. "\n")
  vim.cmd("cquit 1")
end
vim.cmd("qall!")
