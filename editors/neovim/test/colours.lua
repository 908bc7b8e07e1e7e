-- The type and the colours of a file. Ends Neovim with an error if one is wrong.
local function colour(line, column)
  return vim.fn.synIDattr(vim.fn.synID(line, column, 1), "name")
end

local function try()
  assert(vim.bo.filetype == "wgr", "a .wgr file has the type `" .. vim.bo.filetype .. "`")
  vim.cmd("new")
  local lines = {
    "value drm: 0..9 {",
    '    7.1#a "a \\" title" + 2d6 when yes is so // a comment',
    "    value ruling _when even2 IR62",
    "}",
    "/// A note.",
    'ruling LF-1 on 7 "how?"',
  }
  vim.api.nvim_buf_set_lines(0, 0, -1, false, lines)
  vim.bo.filetype = "wgr"
  assert(vim.bo.commentstring == "// %s", "the file type plugin was not read")
  -- Of each word the line, what stands there, and its group.
  local expected = {
    { 1, "value", "wgrItem" },
    { 1, "drm", "" },
    { 1, "9", "wgrNumber" },
    { 2, "7.1", "wgrNumber" },
    { 2, "#a", "wgrNumber" },
    { 2, "title", "wgrString" },
    { 2, '\\"', "wgrEscape" },
    { 2, "2d6", "wgrNumber" },
    { 2, "when", "wgrClause" },
    { 2, "yes", "wgrLiteral" },
    { 2, "is", "wgrOperator" },
    { 2, "comment", "wgrComment" },
    { 3, "value", "" },
    { 3, "ruling", "wgrClause" },
    { 3, "_when", "" },
    { 3, "even2", "" },
    { 3, "62", "" },
    { 5, "note", "wgrNote" },
    { 6, "ruling", "wgrItem" },
  }
  for _, case in ipairs(expected) do
    local line, word, group = unpack(case)
    local column = assert(lines[line]:find(word, 1, true), word)
    local found = colour(line, column)
    assert(found == group, ("line %d: `%s` is `%s`, not `%s`"):format(line, word, found, group))
  end
  vim.cmd("bwipeout!")
  print(#expected .. " colours are right\n")
end

local fine, says = pcall(try)
if not fine then
  io.stderr:write(tostring(says) .. "\n")
  vim.cmd("cquit 1")
end
