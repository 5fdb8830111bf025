/** Where the practice service has the made-up status page of an integration. Below its base address. */
export const practiceStatusPath = (integration: string): string =>
  `/status/${encodeURIComponent(integration)}/${integration === 'personio' ? 'history.rss' : 'api/v2/incidents.json'}`
