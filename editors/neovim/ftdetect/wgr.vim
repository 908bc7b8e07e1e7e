autocmd BufRead,BufNewFile *.wgr setfiletype wgr
