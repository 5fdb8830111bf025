import type { TeamState } from '../../../shared/team/team'

/** The rest of a team's state, where nothing waits for this desk. */
export const quietTeam: Omit<TeamState, 'address' | 'status'> = {
  ...{ unread: 0, unsent: 0, unshared: null, approvals: 0, open: [], refused: null }
}
