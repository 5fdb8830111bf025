/** The states of a connector, and the columns of connectors: in the list, in pickers and in files. */
export const connectorListWords = {
  credentials: {
    COMPLETE: { word: 'Good', answer: 'Yes' },
    RELINK_NEEDED: { word: 'Relink needed', answer: 'No, relink needed' },
    INCOMPLETE: { word: 'Never finished', answer: 'Link never finished' }
  },
  lastSync: {
    Done: { word: 'Done', answer: 'Yes' },
    Failed: { word: 'Failed', answer: 'No, it failed' },
    Syncing: { word: 'Syncing', answer: 'It is running now' }
  },
  stalled: {
    word: 'Stalled',
    afterDone: 'Yes, but no sync has started since',
    afterOther: 'No, and no sync has started since',
    never: 'No sync has started'
  },
  columns: {
    category: 'Category',
    integration: 'Integration',
    'end-user': 'Customer',
    'origin-id': 'Origin ID',
    credentials: 'Credentials',
    'last-run': 'Last sync',
    'good-as-of': 'Last good sync',
    employees: 'Employees',
    verdict: 'Diagnosis',
    began: 'Sync started',
    'next-run': 'Next sync',
    progress: 'Progress',
    'found-bad': 'Relink needed since',
    test: 'Test'
  },
  compared: { broken: 'Newly broken', recovered: 'Recovered', new: 'New', gone: 'Gone', changed: 'Changed' }
}
