import type { ChangeOutcome } from '../../../../shared/connectors/channels'
import { count, counted } from '../../kit/format'
import { safeString } from '../../kit/safe-text'

export const changeWords = {
  log: {
    name: 'Change log',
    height: 'Height of the change log',
    by: { computer: 'from this computer', team: 'by your team' },
    empty: (by: string, region: string) => `No changes made ${by} yet in ${region}`,
    about: (by: string, region: string) => `changes made ${by} in ${region}`,
    onlyOf: (name: string) => `changes of ${name}`,
    showAll: 'Show all',
    noneOf: 'No changes of this field are loaded.',
    copyTo: 'Copy to…',
    export: 'Export',
    exportName: 'Export change log',
    as: (format: string) => `As ${format.toUpperCase()}`,
    exported: (entries: number, file: string) =>
      `Saved ${counted(entries, 'entry', 'entries')} of both regions: ${file}`,
    show: 'Show change log',
    hide: 'Hide change log',
    caption: (by: string) => `Changes made ${by}`,
    columns: ['Time', 'Action', 'Field', 'Applies to', 'Expression', 'Outcome', 'Next'],
    older: 'Show older'
  },
  row: {
    acts: { create: 'Created', change: 'Changed', delete: 'Deleted' },
    noName: 'no name',
    theField: 'The field',
    cascade: (mappings: number, scopes: readonly string[]) =>
      `${counted(mappings, 'mapping')} deleted with it: ${scopes.join('; ')}`,
    outcomes: { done: '', refused: 'rejected', unknown: 'outcome unknown' },
    by: (operator: string) => `by ${operator}`,
    undo: 'Undo',
    undoOf: (name: string) => `Undo saving ${name}`,
    recreate: 'Recreate',
    copy: 'Copy',
    copied: 'Copied',
    notCopied: 'Not copied',
    copyOf: (name: string) => `Copy the expression of ${name}`,
    menu: {
      name: (name: string) => `Actions for the change of ${name}`,
      copy: 'Copy expression',
      copyBefore: 'Copy previous expression',
      copyField: 'Copy field name',
      open: 'Open field'
    }
  },
  replay: {
    title: 'Copy changes to another workspace or region',
    noPlace: 'There is no other workspace or region. Add a workspace, or a token for the other region, in Settings.',
    from: 'From {here} to',
    destination: 'Destination',
    preview: 'Preview changes',
    comparing: 'Comparing…',
    about: 'The preview compares both and writes nothing. You then select what to apply.',
    nothing: 'Nothing to copy: no change made from this computer is still in effect.',
    applied: 'Applied in {name}. Each row shows its outcome.',
    applying: (at: number, of: number) => `Applying ${count(at)} of ${count(of)}…`,
    noneToApply: 'No changes to apply in {name}. Each row says why.',
    toApply: (changes: number) => `${counted(changes, 'change')} to apply in {name}. Nothing is written yet.`,
    working: 'Applying…',
    stop: 'Stop after this change',
    apply: (changes: number) => `Apply ${counted(changes, 'change')}`,
    cancel: 'Cancel',
    close: 'Close',
    place: (workspace: string, region: string) => `${workspace}, ${region}`
  },
  steps: {
    name: 'Changes to apply',
    apply: 'Apply',
    change: 'Change',
    field: 'Field',
    scope: 'Applies to',
    expression: 'Expression',
    outcome: 'Outcome',
    why: 'Reason',
    kinds: {
      'create-field': 'Create field',
      'create-mapping': 'Create mapping',
      'change-mapping': 'Change mapping',
      same: 'Already there',
      blocked: 'Blocked'
    },
    outcomes: { done: 'Done', refused: 'Rejected', unknown: 'Outcome unknown', skipped: 'Skipped' }
  }
}

export const doneWords = {
  createField: 'Field created.',
  editField: 'Field saved.',
  deleteField: 'Field deleted.',
  create: 'Mapping saved.',
  change: 'Mapping updated.',
  delete: 'Mapping deleted.',
  undo: 'Save undone.'
}

/** @param done the text for success */
export function changeOutcomeWords(done: string, { outcome, message }: ChangeOutcome): string {
  const reason = safeString(message)
  if (outcome === 'done') return done
  if (outcome === 'refused') return `Rejected; nothing changed. ${reason}`.trim()
  return `Outcome unknown. ${reason} It is not sent again automatically: reload and check before you try again.`
}
