//! What benches measured, as pictures for `docs/performance.md`: figures in, an SVG out. No figure is reckoned here, and nothing is
//! drawn that was not measured.

#![expect(clippy::float_arithmetic, reason = "where a mark stands in a picture")]

use plotters::coord::ranged1d::{AsRangedCoord, ValueFormatter};
use plotters::prelude::*;
use std::error::Error;
use std::path::PathBuf;

const SIZE: (u32, u32) = (760, 420);
/// Each bar with its name.
const BAR: u32 = 34;
const FONT: (&str, u32) = ("sans-serif", 15);
const TITLE: (&str, u32) = ("sans-serif", 18);
const INKS: [RGBColor; 6] = [
    RGBColor(0x1f, 0x4e, 0x79),
    RGBColor(0xb0, 0x3a, 0x2e),
    RGBColor(0x3b, 0x7a, 0x3b),
    RGBColor(0x8a, 0x6d, 0x1b),
    RGBColor(0x5b, 0x3a, 0x80),
    RGBColor(0x55, 0x55, 0x55),
];

/// A line of a plot: its name, and what was measured where.
pub type Line = (String, Vec<(f64, f64)>);

/// Where the picture of this name lies.
#[must_use]
pub fn picture(name: &str) -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/pictures")).join(format!("{name}.svg"))
}

/// How one figure goes with another, from 0 on both axes; each line with its marks.
pub fn lines(name: &str, title: &str, [x, y]: [&str; 2], lines: &[Line]) -> Result<(), Box<dyn Error>> {
    let points = || lines.iter().flat_map(|(_, points)| points);
    let most = |of: fn(&(f64, f64)) -> f64| points().map(of).fold(0.0, f64::max) * 1.05;
    let area = picture(name);
    let area = SVGBackend::new(&area, SIZE).into_drawing_area();
    area.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&area)
        .caption(title, TITLE)
        .margin(14)
        .x_label_area_size(44)
        .y_label_area_size(70)
        .build_cartesian_2d(0.0..most(|point| point.0), 0.0..most(|point| point.1))?;
    chart.configure_mesh().light_line_style(WHITE).x_desc(x).y_desc(y).label_style(FONT).draw()?;
    for ((name, points), ink) in lines.iter().zip(INKS.iter().cycle()) {
        chart
            .draw_series(LineSeries::new(points.iter().copied(), ink.stroke_width(2)).point_size(4))?
            .label(name)
            .legend(|(x, y)| PathElement::new([(x, y), (x + 16, y)], ink.stroke_width(2)));
    }
    if lines.len() > 1 {
        let key = &mut chart.configure_series_labels();
        key.position(SeriesLabelPosition::UpperLeft).background_style(WHITE).border_style(BLACK).label_font(FONT);
        key.draw()?;
    }
    area.present()?;
    Ok(())
}

/// Figures side by side, each with its name, from 0 or, where they are of many sizes, by powers of ten.
pub fn bars(name: &str, title: &str, unit: &str, bars: &[(String, f64)]) -> Result<(), Box<dyn Error>> {
    let most = bars.iter().map(|bar| bar.1).fold(0.0, f64::max);
    let least = bars.iter().map(|bar| bar.1).fold(most, f64::min);
    let size = (SIZE.0, 110 + BAR * bars.len() as u32);
    let area = picture(name);
    let area = SVGBackend::new(&area, size).into_drawing_area();
    area.fill(&WHITE)?;
    if least > 0.0 && most / least > 100.0 {
        let from = 10_f64.powf(least.log10().floor());
        drawn(&area, (title, unit), bars, (from..most * 2.0).log_scale(), from)?;
    } else {
        drawn(&area, (title, unit), bars, 0.0..most * 1.15, 0.0)?;
    }
    area.present()?;
    Ok(())
}

type Area<'a> = DrawingArea<SVGBackend<'a>, plotters::coord::Shift>;

fn drawn<X>(
    area: &Area<'_>,
    (title, unit): (&str, &str),
    bars: &[(String, f64)],
    axis: X,
    from: f64,
) -> Result<(), Box<dyn Error>>
where
    X: AsRangedCoord<Value = f64>,
    X::CoordDescType: ValueFormatter<f64>,
{
    let count = bars.len();
    let mut chart = ChartBuilder::on(area)
        .caption(title, TITLE)
        .margin(14)
        .x_label_area_size(44)
        .y_label_area_size(250)
        .build_cartesian_2d(axis, (0..count).into_segmented())?;
    // The first stands on top.
    let named = |at: &SegmentValue<usize>| match at {
        SegmentValue::CenterOf(at) => {
            let bar = count.checked_sub(1 + at).and_then(|nth| bars.get(nth));
            bar.map_or_else(String::new, |bar| bar.0.clone())
        }
        SegmentValue::Exact(_) | SegmentValue::Last => String::new(),
    };
    chart
        .configure_mesh()
        .disable_y_mesh()
        .light_line_style(WHITE)
        .y_labels(count + 1)
        .y_label_formatter(&named)
        .x_desc(unit)
        .label_style(FONT)
        .draw()?;
    chart.draw_series(bars.iter().enumerate().map(|(nth, (_, value))| {
        let (below, above) = (SegmentValue::Exact(count - 1 - nth), SegmentValue::Exact(count - nth));
        let mut bar = Rectangle::new([(from, below), (*value, above)], INKS[0].filled());
        bar.set_margin(6, 6, 0, 0);
        bar
    }))?;
    chart.draw_series(bars.iter().enumerate().map(|(nth, (_, value))| {
        let shown = if *value < 10.0 { format!("{value:.2}") } else { format!("{value:.0}") };
        EmptyElement::at((*value, SegmentValue::CenterOf(count - 1 - nth))) + Text::new(shown, (6, -7), FONT)
    }))?;
    Ok(())
}
