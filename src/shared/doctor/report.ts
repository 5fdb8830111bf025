import { checkNames, stateOf, type Finding, type FindingState } from './finding'

export interface ReportHead {
  version: string
  electron: string
  chrome: string
  node: string
  platform: string
  /** ms since 1970 */
  at: number
}

const marks: Record<FindingState, string> = {
  ok: 'ok',
  warning: 'WARNING',
  fault: 'FAULT',
  skipped: 'not tested',
  testing: 'not tested'
}

/** Main has masked the findings. */
export function reportText({ version, electron, chrome, node, platform, at }: ReportHead, findings: Finding[]): string {
  const lines = [
    `Connector Desk ${version}, Electron ${electron}, Chromium ${chrome}, Node ${node}, ${platform}`,
    `Tested at ${new Date(at).toISOString()}`
  ]
  for (const [at, finding] of findings.entries()) {
    const { about, check, outcome } = finding
    if (at === 0 || findings[at - 1]?.about !== about) lines.push('', about || thisComputer)
    lines.push(`  ${marks[stateOf(finding)].padEnd(10)}  ${checkNames[check]}: ${outcome?.words ?? ''}`.trimEnd())
    if (outcome?.next) lines.push(`${indent}To do: ${outcome.next}`)
    for (const [name, value] of outcome?.facts ?? []) lines.push(`${indent}${name}: ${value}`)
  }
  return `${lines.join('\n')}\n`
}

export const thisComputer = 'This computer'

const indent = ' '.repeat(14)
