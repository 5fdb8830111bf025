import type { FindingState } from '../../../shared/doctor/finding'
import { count, counted, listed } from '../kit/format'

export const doctorWords = {
  title: 'Doctor',
  backToForm: 'Back to the form',
  back: 'Back',
  copy: 'Copy report',
  copied: 'Copied',
  notCopied: 'Not copied: the clipboard is not available',
  cancel: 'Cancel',
  again: 'Test again',
  result: 'Result',
  testing: (left: number) => (left > 0 ? `Testing, ${counted(left, 'result')} to come` : 'Testing'),
  found({ faults, warnings, skipped }: Record<'faults' | 'warnings' | 'skipped', number>, at: string): string {
    const found = [
      ...(faults > 0 ? [counted(faults, 'fault')] : []),
      ...(warnings > 0 ? [counted(warnings, 'warning')] : []),
      ...(skipped > 0 ? [`${count(skipped)} not tested`] : [])
    ]
    return `${found.length > 0 ? listed(found) : 'No faults found'}. Tested ${at}.`
  },
  ofTheForm: 'These are the addresses of the form. {instead}',
  instead: (workspace: string) => `Test ${workspace} instead`,
  detail: 'Detail',
  states: {
    ok: 'OK',
    warning: 'Warning',
    fault: 'Fault',
    skipped: 'Not tested',
    testing: 'Testing'
  } satisfies Record<FindingState, string>,
  finding: (check: string, state: string) => `${check}: ${state}`
}
