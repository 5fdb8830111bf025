export const columnWords = {
  category: 'Category',
  integration: 'Integration',
  customer: 'Customer',
  originId: 'Origin ID',
  credentials: 'Credentials',
  lastSync: 'Last sync',
  lastGood: 'Last good sync',
  lastGoodField: 'last seen Done',
  employees: 'Employees',
  diagnosis: 'Diagnosis',
  started: 'Sync started',
  nextSync: 'Next sync',
  progress: 'Progress',
  relinkSince: 'Relink since',
  test: 'Test',

  sort: (column: string) => `Sort by ${column}\nShift and ← → change the width`,
  menu: 'Columns',
  shown: (shown: number, all: number) => `Columns ${shown} of ${all}`,
  noRoom: 'There is no room for Origin ID now.',
  widths: 'Drag the edge of a header to change its width, or press Shift and ← → on it.',
  reset: 'Reset columns'
}

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
  compared: { broken: 'Newly broken', recovered: 'Recovered', new: 'New', gone: 'Gone', changed: 'Changed' }
}

export const titleWords = {
  noName: 'No name',
  customer: 'Open the customer page',
  originId: 'Origin ID',
  production: 'PROD'
}
