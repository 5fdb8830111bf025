export const titleWords = {
  noName: 'No name',
  customer: 'Open the customer page',
  originId: 'Origin ID',
  production: 'PROD'
}
