/** What main says of walks that a team shares. */
export const walkWords = {
  lost: 'Another desk refreshes now: this computer was away for too long.',
  late: 'The team’s server answers too slowly.'
}
