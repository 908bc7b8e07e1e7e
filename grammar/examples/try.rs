fn main() {
    for path in std::env::args().skip(1) {
        let text = std::fs::read_to_string(&path).unwrap();
        let t = std::time::Instant::now();
        let parsed = wgr_grammar::parse(&text);
        let e = t.elapsed();
        println!("{path}: {} items, {} faults, {e:?}", parsed.file.items.len(), parsed.faults.len());
        for f in &parsed.faults {
            let line = text[..f.span.start as usize].matches('\n').count() + 1;
            let ls = text[..f.span.start as usize].rfind('\n').map_or(0, |x| x + 1);
            println!(
                "  {line}: {}\n   {}^{} {:?}",
                text[ls..].lines().next().unwrap_or(""),
                " ".repeat(text[ls..f.span.start as usize].chars().count()),
                f.span.of(&text),
                f.kind
            );
        }
    }
}
