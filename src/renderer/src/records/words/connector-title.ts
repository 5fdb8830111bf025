/** At the head of the drawers of connectors and issues. */
export const titleWords = {
  noName: 'No name',
  customer: 'Open the customer page',
  originId: 'Origin ID',
  production: 'PROD'
}
