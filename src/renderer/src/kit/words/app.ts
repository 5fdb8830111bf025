export const appWords = {
  name: 'Connector Desk',
  title: (workspace: string) => `${workspace} · Connector Desk`
}
