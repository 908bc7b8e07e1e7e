-- Holds the syntax file against the lexer: of each token of each rule the first and the last letter must have the group of its kind.
-- In: the file LEXED, as `lexer_classes` writes it, and the rules, from the folder in which Neovim was started.
local MOST_SHOWN = 20
-- Finer groups, and what they are parts of.
local PART = { wgrNote = "wgrComment", wgrEscape = "wgrString" }

local wrong, tokens, seen = 0, 0, {}

local function tell(what)
  wrong = wrong + 1
  if wrong <= MOST_SHOWN then
    io.stdout:write(what .. "\n")
  end
end

local function group(line, byte)
  local name = vim.fn.synIDattr(vim.fn.synID(line, byte, 1), "name")
  return PART[name] or name
end

local function compare(file, groups)
  local handle = assert(io.open(file.path, "rb"))
  local lines = vim.split(handle:read("*a"), "\n", { plain = true })
  handle:close()
  vim.api.nvim_buf_set_lines(0, 0, -1, false, lines)
  local line, column = 1, 0
  for at = 1, #file.tokens, 2 do
    local length, expected = file.tokens[at], groups[file.tokens[at + 1] + 1] or ""
    local text = lines[line]
    -- What the lexer counted is UTF-16, Neovim counts bytes; only the end of a line is behind its last letter.
    local first = vim.str_byteindex(text, column, true) + 1
    if first > #text or (first == #text and text:sub(first) == "\r") then
      line, column = line + 1, 0
    else
      local behind = vim.str_byteindex(text, column + length, true)
      local said = text:sub(first, behind)
      tokens = tokens + 1
      seen[expected] = true
      for _, byte in ipairs({ first, behind }) do
        local found = group(line, byte)
        if found ~= expected and said:match("%S") then
          tell(("%s:%d: `%s` is `%s`, and is coloured as `%s`"):format(file.path, line, said, expected, found))
          break
        end
      end
      column = column + length
    end
  end
  if line ~= #lines then
    tell(("%s: the tokens end in line %d of %d"):format(file.path, line, #lines))
  end
end

local function try()
  local handle = assert(io.open(vim.env.LEXED, "rb"))
  local lexed = vim.json.decode(handle:read("*a"))
  handle:close()
  vim.o.undolevels = -1
  vim.bo.syntax = "wgr"
  for _, file in ipairs(lexed.files) do
    compare(file, lexed.groups)
  end
  for _, name in ipairs(lexed.groups) do
    if not seen[name] then
      tell("no token is `" .. name .. "`: there is nothing to compare")
    end
  end
  io.stdout:write(("%d files, %d tokens, %d differ\n"):format(#lexed.files, tokens, wrong))
  assert(wrong == 0, "the colours and the lexer do not agree")
end

local fine, says = pcall(try)
if not fine then
  io.stderr:write(tostring(says) .. "\n")
  vim.cmd("cquit 1")
end
vim.cmd("qall!")
