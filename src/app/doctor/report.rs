//! What `runok doctor` tells.
//!
//! Owns the wording and the shape of the JSON answer. Refuses to judge.

use std::io;

use serde_json::json;

use super::Diagnosis;
use crate::answer::sanitize::Clean;
use crate::app::output::Output;

/// Tells what is known of each agent.
///
/// # Errors
/// When writing fails.
pub(super) fn show(diagnoses: &[Diagnosis], as_json: bool, output: &mut Output) -> io::Result<()> {
    if as_json {
        let clean =
            |texts: &[String]| texts.iter().map(|text| Clean::one_line(text).as_str().to_owned()).collect::<Vec<_>>();
        let agents: Vec<_> = diagnoses
            .iter()
            .map(|diagnosis| {
                json!({
                    "agent": diagnosis.agent.name, "health": diagnosis.life.as_str(),
                    "files": clean(&diagnosis.files), "findings": clean(&diagnosis.findings),
                })
            })
            .collect();
        return output.json(&json!({"version": 1, "agents": agents}).to_string());
    }
    if diagnoses.is_empty() {
        return output
            .line(&Clean::new("no coding agent was found here; `runok init --list` names those that are known"));
    }
    for diagnosis in diagnoses {
        output.line(&Clean::new(&format!("{:<8} {}", diagnosis.life.as_str(), diagnosis.agent.title)))?;
        for file in &diagnosis.files {
            output.line(&Clean::new(&format!("         registered in {}", Clean::one_line(file))))?;
        }
        for finding in &diagnosis.findings {
            output.line(&Clean::new(&format!("         {}", Clean::one_line(finding))))?;
        }
    }
    Ok(())
}
