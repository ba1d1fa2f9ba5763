//! Writing JSON. All texts are names of the engine's crates: none needs escaping.

use x0_rules::{Foul, FoulLine, Point};

/// Writes a list; `each` writes one element.
pub fn list<T>(out: &mut String, items: &[T], mut each: impl FnMut(&mut String, &T)) {
    out.push('[');
    for (index, item) in items.iter().enumerate() {
        if index > 0 {
            out.push(',');
        }
        each(out, item);
    }
    out.push(']');
}

/// Writes a name or text in quotes.
pub fn text(out: &mut String, text: &str) {
    out.push('"');
    out.push_str(text);
    out.push('"');
}

/// Writes `{"name":` or `,"name":`.
pub fn key(out: &mut String, before: char, name: &str) {
    out.push(before);
    text(out, name);
    out.push(':');
}

/// Writes a small number. (The formatting of the standard library would double the module.)
pub fn number(out: &mut String, number: usize) {
    if number >= 10 {
        self::number(out, number / 10);
    }
    out.push(char::from(b'0' + (number % 10) as u8));
}

/// Writes a point as column and row.
pub fn point(out: &mut String, point: &Point) {
    out.push('[');
    number(out, usize::from(point.x));
    out.push(',');
    number(out, usize::from(point.y));
    out.push(']');
}

/// Writes points.
pub fn points(out: &mut String, points: &[Point]) {
    list(out, points, point);
}

/// Writes a line as the API's `FoulLine`.
pub fn line(out: &mut String, line: &FoulLine) {
    key(out, '{', "kind");
    text(out, line.kind.name());
    key(out, ',', "stones");
    points(out, &line.stones);
    key(out, ',', "extends");
    points(out, &line.points);
    out.push('}');
}

/// Writes a foul as the API's `Foul`.
pub fn foul(out: &mut String, foul: &Foul) {
    key(out, '{', "kind");
    text(out, foul.kind.name());
    key(out, ',', "point");
    point(out, &foul.point);
    key(out, ',', "lines");
    list(out, &foul.lines, line);
    out.push('}');
}
