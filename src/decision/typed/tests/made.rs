//! Types that are made of others.

use super::*;

#[test]
fn types_of_types() {
    let (port, api_or_port) = (Type::Builtin(Builtin::Port), Type::Any(vec![api(), Type::Builtin(Builtin::Port)]));
    check(
        &api_or_port,
        &[("80", Must), ("https://api.example.com/", Must), ("x", Never), ("https://$X", May), ("{80,81}", Must)],
    );
    let both = Type::All(vec![port, Type::Int { min: Some(1024), max: None }]);
    check(&both, &[("8080", Must), ("80", Never), ("99999", Never), ("$#", May)]);
}
