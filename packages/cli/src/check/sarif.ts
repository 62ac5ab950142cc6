import { fingerprintOf } from './baseline.js';
import type { Finding } from './findings.js';
import type { Rule } from './rule.js';

interface SarifOptions {
  readonly rules: readonly Rule[];
  /** The way from the root of the repository to what paths are relative to: empty, or ends with `/`. */
  readonly prefix: string;
}

/** Findings in SARIF 2.1.0, which code hosts and editors show beside the lines. */
export function sarifOf(findings: readonly Finding[], { rules, prefix }: SarifOptions): object {
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'cuecard', rules: rules.map(descriptorOf) } },
        columnKind: 'utf16CodeUnits',
        results: findings.map((finding) => resultOf(finding, { rules, prefix })),
      },
    ],
  };
}

function descriptorOf({ id, summary, severity }: Rule): object {
  return { id, shortDescription: { text: `${summary}.` }, defaultConfiguration: { level: severity } };
}

function resultOf(finding: Finding, { rules, prefix }: SarifOptions): object {
  const { rule, severity, message, fix, where } = finding;
  const location = where && {
    physicalLocation: {
      artifactLocation: {
        uri: (prefix + where.path).split('/').map(encodeURIComponent).join('/'),
        uriBaseId: '%SRCROOT%',
      },
      region: { startLine: where.line ?? 1, startColumn: where.column ?? 1 },
    },
  };
  return {
    ruleId: rule,
    ruleIndex: rules.findIndex(({ id }) => id === rule),
    level: severity,
    message: { text: `${message}. ${fix}.` },
    ...(location !== undefined && { locations: [location] }),
    partialFingerprints: { 'cuecard/v1': fingerprintOf(finding) },
  };
}
