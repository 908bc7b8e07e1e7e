-- Starts `wgr lsp` for a buffer of rules: one server for each root. For Neovim 0.7 and newer.
--
-- vim.g.wgr_path: where wgr lies, if it is not found by its name.
-- vim.g.wgr_lsp = false: colours only.
local M = {}

-- The servers that run, by root; newer versions remember them by themselves.
local running = {}
local missing = {}

-- The nearest folder at or above the file that several games share, else that of its game, else its own.
local function root(folder)
  for _, marker in ipairs({ "wgr.root", "game.wgr" }) do
    local at, below = folder, nil
    while at ~= below do
      if vim.fn.filereadable(at .. "/" .. marker) == 1 then
        return at
      end
      at, below = vim.fn.fnamemodify(at, ":h"), at
    end
  end
  return folder
end

function M.start(buffer)
  local file = vim.api.nvim_buf_get_name(buffer)
  if vim.g.wgr_lsp == false or file == "" or vim.bo[buffer].buftype ~= "" then
    return
  end
  local path = vim.g.wgr_path or "wgr"
  if vim.fn.executable(path) == 0 then
    -- Told once, not for every file.
    if not missing[path] then
      missing[path] = true
      local says = "`%s` is no program that runs here: say in vim.g.wgr_path where wgr lies. Colours work without it."
      vim.notify(says:format(path), vim.log.levels.WARN)
    end
    return
  end
  local folder = root(vim.fn.fnamemodify(file, ":p:h"))
  local config = {
    name = "wgr",
    cmd = { path, "lsp" },
    root_dir = folder,
    workspace_folders = { { uri = vim.uri_from_fname(folder), name = folder } },
  }
  if vim.lsp.start then
    vim.lsp.start(config, { bufnr = buffer })
    return
  end
  if not running[folder] then
    config.on_exit = function()
      running[folder] = nil
    end
    running[folder] = vim.lsp.start_client(config)
  end
  if running[folder] then
    vim.lsp.buf_attach_client(buffer, running[folder])
    vim.bo[buffer].omnifunc = "v:lua.vim.lsp.omnifunc"
  end
end

return M
