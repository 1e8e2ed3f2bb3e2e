//! The JSON Schema of the policy file, for editors.

/// The schema as indented JSON, made from the types that read the file.
#[must_use]
pub fn schema() -> String {
    let mut schema = super::raw::schema();
    schema.insert("title".to_owned(), "runok policy".into());
    let mut text = serde_json::to_string_pretty(&schema).unwrap_or_default();
    text.push('\n');
    text
}

#[cfg(test)]
mod tests {
    #[test]
    fn is_json_schema() {
        let schema: serde_json::Value = serde_json::from_str(&super::schema()).unwrap();
        assert_eq!(schema["title"], "runok policy");
        assert!(schema["$schema"].as_str().unwrap().contains("json-schema.org"));
        assert!(schema["properties"]["rules"].is_object());
        assert_eq!(schema["$defs"]["Action"]["oneOf"][0]["const"], "allow");
    }
}
