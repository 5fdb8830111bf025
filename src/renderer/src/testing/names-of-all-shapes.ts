/** Names of customers: long, short, invisible characters, other scripts and directions, code. */
export const namesOfAllShapes = [
  'North Lancashire and South Cumbria Trust 1',
  'x'.repeat(500),
  'A',
  'Umber\u202Eselitxet',
  'Umber\u200BTextiles',
  'مؤسسة البحر',
  '東京人材株式会社',
  '👩‍👩‍👧 Care',
  'Zoe\u0308',
  '<b>Umber</b>',
  'two\nlines'
]
