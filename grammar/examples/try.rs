fn main() {
    if let Ok(path) = std::env::var("BENCH") {
        let text = std::fs::read_to_string(&path).unwrap();
        let mut best = u128::MAX;
        for _ in 0..50 {
            let t = std::time::Instant::now();
            std::hint::black_box(wgr_grammar::parse(&text));
            best = best.min(t.elapsed().as_micros());
        }
        println!("{} lines {} bytes: {best} us", text.lines().count(), text.len());
        let mut best = u128::MAX;
        for _ in 0..50 {
            let t = std::time::Instant::now();
            std::hint::black_box(wgr_grammar::tokens(&text));
            best = best.min(t.elapsed().as_micros());
        }
        println!("tokens {best} us");
        let mut best = u128::MAX;
        for _ in 0..50 {
            let t = std::time::Instant::now();
            std::hint::black_box(wgr_grammar::shells(&text));
            best = best.min(t.elapsed().as_micros());
        }
        println!("shells {best} us");
    }
    for path in std::env::args().skip(1) {
        let text = std::fs::read_to_string(&path).unwrap();
        let t = std::time::Instant::now();
        let parsed = wgr_grammar::parse(&text);
        let e = t.elapsed();
        println!("{path}: {} items, {} faults, {e:?}", parsed.file.items.len(), parsed.faults.len());
        if std::env::var("DUMP").is_ok() {
            println!("{}", wgr_grammar::dump(&parsed.file));
        }
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
