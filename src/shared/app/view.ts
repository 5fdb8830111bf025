/** The views of the window by name, as the rail and the menu call them, in their order. */
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

/** What the menu asks of the window, beside a view. */
export const windowCommands = ['refresh', 'palette', 'close', 'shortcuts', 'support', 'about'] as const
export type WindowCommand = (typeof windowCommands)[number]
