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
