import { count, counted } from '../../kit/format'

export const menuWords = {
  selected: (issues: number) => `${count(issues)} selected issues`,
  open: 'Open issue',
  request: 'Request relink…',
  requestMany: (relinks: number) => `Request ${counted(relinks, 'relink')}…`,
  snooze: (until: string) => `Snooze: ${until}`,
  unsnooze: 'Unsnooze',
  assign: 'Assign…',
  assignTo: (owner: string) => `Assign to ${owner}`,
  unassign: 'Unassign',
  copyCustomer: 'Copy customer',
  copyOriginId: 'Copy Origin ID',
  copyId: 'Copy ID',
  copyLink: 'Copy link',
  copyIntegration: 'Copy integration',
  connectors: 'Open in Connectors',
  passthrough: 'Open in Passthrough',
  evidence: 'Export evidence',
  selectAll: (issues: number) => `Select ${counted(issues, 'issue')}`,
  unselectAll: (issues: number) => `Unselect ${counted(issues, 'issue')}`,
  fold: 'Fold',
  unfold: 'Unfold',
  openIncident: 'Open incident'
}
