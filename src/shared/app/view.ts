/** In the order of the rail and the menu. */
export const viewLabels = {
  issues: 'Issues',
  connectors: 'Connectors',
  passthrough: 'Passthrough',
  mappings: 'Mappings',
  lookups: 'Lookups',
  data: 'Data',
  webhooks: 'Webhooks',
  activity: 'Activity',
  trends: 'Trends',
  doctor: 'Doctor',
  settings: 'Settings'
} as const
export type ViewLabelled = keyof typeof viewLabels

export const windowCommands = ['refresh', 'palette', 'close', 'shortcuts', 'support', 'about'] as const
export type WindowCommand = (typeof windowCommands)[number]
