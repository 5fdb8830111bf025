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
