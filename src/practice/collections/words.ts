const list = (words: string): string[] => words.split(',').map((word) => word.trim())

/** Many scripts, apostrophes, spaces, one letter, and a letter of two code points. */
export const FIRST =
  list(`Ada, Björn, Chidi, Dolores, Elif, Fatima, Grace, 浩, Inés, Jakub, Kwame, Liv, Мария, Nguyễn Anh,
  Ó Conor, Zoe\u0301, Priya, محمد, Renée, Søren, Tomás, Ürün, Vasiliki, Wei, X, Yael, Živa, D'Andre, Jean-Luc, Seo-yeon`)
export const LAST =
  list(`Abbott, O'Neill, Çelik, Dąbrowska, Eze, Fischer, García Ruiz, Håkansson, 伊藤, Jones, Κωνσταντίνου,
  van der Berg, Иванова, Nuñez, Øverland, Petrović, Quispe, Reid-Okafor, Schäfer, Tran, Þórsdóttir, Vũ, al-Farsi, Ng, Wójcik`)
export const TITLES = list(`Account Manager, Backend Engineer, Care Coordinator, Controller, Designer, Field Technician,
  Head of People, Nurse, Office Manager, Payroll Specialist, Recruiter, Sales Lead, Site Reliability Engineer,
  Support Agent, Vertriebsleiterin, Warehouse Operator`)
export const TEAMS = [
  ...list(
    `Engineering, Finance, People, Sales, Support, Operations, Nord, Süd, Customer Care, Legal, Theatre, Logistics`
  ),
  'Field team, north',
  'Research'
]
export const PLACES = [
  ['Leeds', 'GB', 'Europe/London'],
  ['Lisboa', 'PT', 'Europe/Lisbon'],
  ['Łódź', 'PL', 'Europe/Warsaw'],
  ['Austin', 'US', 'America/Chicago'],
  ['東京', 'JP', 'Asia/Tokyo'],
  ['München', 'DE', 'Europe/Berlin'],
  ['Wien', 'AT', 'Europe/Vienna'],
  ['Zürich', 'CH', 'Europe/Zurich']
] as const
export const CURRENCIES = ['EUR', 'USD', 'GBP', 'CHF', 'JPY', 'PLN'] as const
export const NATIONS = ['DE', 'AT', 'CH', 'ES', 'GB', 'US', 'PL', 'PT', 'JP', 'NG'] as const
/** Lines, quotes, commas, and a spreadsheet formula. */
export const NOTES = [
  'Moved desks in spring.',
  'Says "call me after five", prefers e-mail',
  'Two lines:\nsecond line',
  '=SUM(A1:A3) was pasted here',
  '-1 day, agreed with the manager',
  'ça va, naïve café ☕ 👩‍🔬',
  ''
] as const
