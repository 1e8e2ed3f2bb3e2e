use super::*;

fn check(rows: &[(&str, Launch)]) {
    for pair in rows.windows(2) {
        assert!(pair[0].0 < pair[1].0, "{} stands before {}", pair[0].0, pair[1].0);
    }
    for (_, launch) in rows {
        if let Below(rows) = launch.how {
            check(rows);
        }
    }
}

#[test]
fn the_table_is_sorted() {
    check(ROWS);
    assert!(PLAIN.is_sorted_by(|one, next| one < next));
    let twice = PLAIN.iter().find(|name| ROWS.iter().any(|(row, _)| row == *name));
    assert_eq!(twice, None);
}
