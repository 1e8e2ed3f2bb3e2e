//! From the text of a condition to its tree.
//!
//! Owns the grammar: CEL's operators with their precedence, calls, selections, lists, maps and macros. The reader goes no
//! deeper into its own calls than [`MAX_NESTING`], and makes no tree higher than [`MAX_HEIGHT`].

use super::ConditionError;
use super::lexer::{Lexer, Token};
use super::syntax::{Comprehension, ComprehensionKind, Expression, MAX_HEIGHT, Node, Operator};
use crate::policy::Label;

/// How deep parentheses, brackets and operators before an operand may nest.
const MAX_NESTING: u16 = 48;

type Parsed<T = Node> = Result<T, ConditionError>;

/// Reads a whole text.
pub(super) fn parse(text: &str) -> Parsed {
    let mut lexer = Lexer::new(text);
    let (token, at) = lexer.next()?;
    let mut parser = Parser { lexer, token, at, nesting: 0 };
    let node = parser.expression()?;
    if parser.token != Token::End {
        return Err(parser.unexpected("an operator or the end"));
    }
    Ok(node)
}

struct Parser<'a> {
    lexer: Lexer<'a>,
    /// The token to read next.
    token: Token,
    /// Where it begins.
    at: usize,
    nesting: u16,
}

impl Parser<'_> {
    fn advance(&mut self) -> Parsed<Token> {
        let (token, at) = self.lexer.next()?;
        self.at = at;
        Ok(std::mem::replace(&mut self.token, token))
    }

    fn eat(&mut self, mark: &str) -> Parsed<bool> {
        let found = matches!(&self.token, Token::Mark(found) if *found == mark);
        if found {
            self.advance()?;
        }
        Ok(found)
    }

    fn expect(&mut self, mark: &str) -> Parsed<()> {
        if self.eat(mark)? { Ok(()) } else { Err(self.unexpected(&format!("`{mark}`"))) }
    }

    fn unexpected(&self, wanted: &str) -> ConditionError {
        let found = match &self.token {
            Token::End => "the end".to_owned(),
            Token::Mark(mark) => format!("`{mark}`"),
            Token::Name(name) => format!("`{name}`"),
            Token::Text(text) => format!("the string {text:?}"),
            Token::Int(_) | Token::Unsigned(_) | Token::Double(_) => "a number".to_owned(),
        };
        ConditionError { offset: self.at, what: format!("expected {wanted}, found {found}") }
    }

    fn node(&self, expression: Expression, heights: impl IntoIterator<Item = u16>) -> Parsed {
        let node = expression.over(heights);
        if node.height <= MAX_HEIGHT {
            return Ok(node);
        }
        Err(ConditionError { offset: self.at, what: format!("more than {MAX_HEIGHT} operators inside each other") })
    }

    /// Every way by which the grammar comes back to itself goes through here.
    fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.nesting >= MAX_NESTING {
            return Err(ConditionError { offset: self.at, what: format!("nested deeper than {MAX_NESTING} levels") });
        }
        self.nesting += 1;
        let result = read(self);
        self.nesting -= 1;
        result
    }

    fn expression(&mut self) -> Parsed {
        self.nested(|parser| {
            let condition = parser.either()?;
            if !parser.eat("?")? {
                return Ok(condition);
            }
            let then = parser.either()?;
            parser.expect(":")?;
            let otherwise = parser.expression()?;
            let heights = [condition.height, then.height, otherwise.height];
            parser.node(Expression::Conditional(condition, then, otherwise), heights)
        })
    }

    fn either(&mut self) -> Parsed {
        let mut parts = vec![self.both()?];
        while self.eat("||")? {
            parts.push(self.both()?);
        }
        self.joined(parts, Expression::Some)
    }

    fn both(&mut self) -> Parsed {
        let mut parts = vec![self.binary(0)?];
        while self.eat("&&")? {
            parts.push(self.binary(0)?);
        }
        self.joined(parts, Expression::Every)
    }

    fn joined(&self, mut parts: Vec<Node>, join: fn(Vec<Node>) -> Expression) -> Parsed {
        match (parts.len(), parts.pop()) {
            (1, Some(only)) => Ok(only),
            (_, last) => {
                parts.extend(last);
                let heights: Vec<u16> = parts.iter().map(|part| part.height).collect();
                self.node(join(parts), heights)
            }
        }
    }

    /// Relations (0), sums (1), products (2).
    fn binary(&mut self, level: u8) -> Parsed {
        let operand = |parser: &mut Self| if level < 2 { parser.binary(level + 1) } else { parser.unary() };
        let mut left = operand(self)?;
        while let Some(operator) = self.operator(level) {
            self.advance()?;
            let right = operand(self)?;
            let heights = [left.height, right.height];
            left = self.node(Expression::Binary(operator, left, right), heights)?;
        }
        Ok(left)
    }

    fn operator(&self, level: u8) -> Option<Operator> {
        let mark = match &self.token {
            Token::Mark(mark) => mark,
            Token::Name(name) if name == "in" => "in",
            _ => return None,
        };
        let operator = match (level, mark) {
            (0, "==") => Operator::Equal,
            (0, "!=") => Operator::NotEqual,
            (0, "<") => Operator::Less,
            (0, "<=") => Operator::LessOrEqual,
            (0, ">") => Operator::Greater,
            (0, ">=") => Operator::GreaterOrEqual,
            (0, "in") => Operator::In,
            (1, "+") => Operator::Add,
            (1, "-") => Operator::Subtract,
            (2, "*") => Operator::Multiply,
            (2, "/") => Operator::Divide,
            (2, "%") => Operator::Remainder,
            _ => return None,
        };
        Some(operator)
    }

    fn unary(&mut self) -> Parsed {
        let make: fn(Node) -> Expression = match &self.token {
            Token::Mark("!") => Expression::Not,
            Token::Mark("-") => Expression::Negate,
            _ => return self.postfix(),
        };
        self.advance()?;
        let operand = self.nested(Self::unary)?;
        let height = operand.height;
        self.node(make(operand), [height])
    }

    fn postfix(&mut self) -> Parsed {
        let mut node = self.primary()?;
        loop {
            if self.eat(".")? {
                let name = self.name()?;
                node = if self.eat("(")? { self.method(node, name)? } else { self.select(node, name)? };
            } else if self.eat("[")? {
                let at = self.expression()?;
                self.expect("]")?;
                let heights = [node.height, at.height];
                node = self.node(Expression::Index(node, at), heights)?;
            } else {
                return Ok(node);
            }
        }
    }

    fn select(&self, of: Node, field: Label) -> Parsed {
        let height = of.height;
        self.node(Expression::Select(of, field), [height])
    }

    fn name(&mut self) -> Parsed<Label> {
        match &self.token {
            Token::Name(name) if !matches!(name.as_str(), "true" | "false" | "null" | "in") => match self.advance()? {
                Token::Name(name) => Ok(name.into()),
                _ => Err(self.unexpected("a name")),
            },
            _ => Err(self.unexpected("a name")),
        }
    }

    fn primary(&mut self) -> Parsed {
        if self.eat("(")? {
            let node = self.expression()?;
            self.expect(")")?;
            return Ok(node);
        }
        if self.eat("[")? {
            let items = self.expressions("]")?;
            let heights: Vec<u16> = items.iter().map(|item| item.height).collect();
            return self.node(Expression::List(items), heights);
        }
        if self.eat("{")? {
            return self.map();
        }
        match &self.token {
            Token::Name(name) if !matches!(name.as_str(), "true" | "false" | "null" | "in") => {
                let name = self.name()?;
                if self.eat("(")? { self.function(name) } else { Ok(Expression::Name(name).leaf()) }
            }
            Token::Mark(_) | Token::End => Err(self.unexpected("a value")),
            Token::Name(name) if name == "in" => Err(self.unexpected("a value")),
            _ => Ok(literal(self.advance()?).leaf()),
        }
    }

    /// Expressions with commas between them, up to and with the closing mark; one comma may stand before it.
    fn expressions(&mut self, close: &str) -> Parsed<Vec<Node>> {
        let mut items = Vec::new();
        while !self.eat(close)? {
            items.push(self.expression()?);
            if !self.eat(",")? {
                self.expect(close)?;
                break;
            }
        }
        Ok(items)
    }

    fn map(&mut self) -> Parsed {
        let mut entries = Vec::new();
        while !self.eat("}")? {
            let key = self.expression()?;
            self.expect(":")?;
            entries.push((key, self.expression()?));
            if !self.eat(",")? {
                self.expect("}")?;
                break;
            }
        }
        let heights: Vec<u16> = entries.iter().flat_map(|(key, value)| [key.height, value.height]).collect();
        self.node(Expression::Map(entries), heights)
    }

    fn function(&mut self, name: Label) -> Parsed {
        let arguments = self.expressions(")")?;
        if name.as_str() == "has" {
            let select = <[Node; 1]>::try_from(arguments).ok().map(|[only]| *only.expression);
            return match select {
                Some(Expression::Select(of, field)) => {
                    let height = of.height;
                    self.node(Expression::Has(of, field), [height])
                }
                _ => Err(ConditionError {
                    offset: self.at,
                    what: "has() takes a selection: has(flags.force)".to_owned(),
                }),
            };
        }
        let heights: Vec<u16> = arguments.iter().map(|argument| argument.height).collect();
        self.node(Expression::Call(None, name, arguments), heights)
    }

    fn method(&mut self, target: Node, name: Label) -> Parsed {
        let arguments = self.expressions(")")?;
        let heights: Vec<u16> = arguments.iter().chain([&target]).map(|argument| argument.height).collect();
        let kind = match (name.as_str(), arguments.len()) {
            ("all", 2) => Some(ComprehensionKind::All),
            ("exists", 2) => Some(ComprehensionKind::Exists),
            ("exists_one" | "existsOne", 2) => Some(ComprehensionKind::ExistsOne),
            ("map", 2 | 3) | ("filter", 2) => Some(ComprehensionKind::Collect),
            _ => None,
        };
        let Some(kind) = kind else {
            return self.node(Expression::Call(Some(target), name, arguments), heights);
        };
        let mut arguments = arguments.into_iter();
        let Some(Expression::Name(variable)) = arguments.next().map(|first| *first.expression) else {
            return Err(ConditionError {
                offset: self.at,
                what: format!("{name}() takes the name of a variable first"),
            });
        };
        let (filter, body) = match (name.as_str(), arguments.next(), arguments.next()) {
            ("filter", filter, _) => (filter, None),
            (_, filter, body @ Some(_)) => (filter, body),
            (_, body, None) => (None, body),
        };
        let comprehension = Comprehension { kind, over: target, variable, filter, body };
        self.node(Expression::Comprehension(comprehension), heights)
    }
}

fn literal(token: Token) -> Expression {
    match token {
        Token::Int(number) => Expression::Int(number),
        Token::Unsigned(number) => Expression::Unsigned(number),
        Token::Double(number) => Expression::Double(number),
        Token::Text(text) => Expression::Text(text.into()),
        Token::Name(name) if name == "true" => Expression::Bool(true),
        Token::Name(name) if name == "false" => Expression::Bool(false),
        // `null`; no other token is handed in
        Token::Name(_) | Token::Mark(_) | Token::End => Expression::Null,
    }
}
