//! The lines of tables about effects.

use super::*;

#[test]
fn operands_are_read() {
    let line = operands(" if -t|--target: <source>... reads below <destination> writes if -f unless -n").unwrap();
    assert_eq!(line.when, [Clause { given: true, any_of: vec!["-t".into(), "--target".into()], of: Vec::new() }]);
    assert_eq!(line.positional[0].shape, Shape::Many);
    assert!(states(&line.positional[0].effects, Effect::Below));
    assert_eq!(line.positional[1].effects[0].when.len(), 2);
    let line = operands(": if=<file> reads secret|secret/* secrets +<format> <operand>...").unwrap();
    assert_eq!(line.keyed.len(), 3);
    assert_eq!(line.keyed[0].shape, Shape::Prefixed("if=".into()));
    assert_eq!(line.keyed[1].shape, Shape::Named(vec!["secret".into(), "secret/*".into()]));
    assert_eq!(line.positional.len(), 1);
}

#[test]
fn what_a_command_does_is_read() {
    let read = does("writes . unless -O network inherit").unwrap();
    assert!(read.inherit);
    assert_eq!(read.stated[0].path.as_deref(), Some("."));
    assert_eq!(read.stated[0].when.len(), 1);
    assert_eq!(read.stated[1], Stated::always(Effect::Network));
    assert_eq!(does("nothing").unwrap(), Does::default());
}

#[test]
fn mistakes_are_found() {
    for text in [" <file>", ": reads", ": <a>... <b>...", ": <a> x=<b>", ": <a", ": <a> reads if", " if x: <a>"] {
        assert!(operands(text).is_err(), "{text}");
    }
    for text in ["", "nothing writes", "foo", "if -x", "writes if", "writes unless x"] {
        assert!(does(text).is_err(), "{text}");
    }
}
