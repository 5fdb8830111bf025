/** What main says of walks that a team shares. */
export const refreshWords = {
  lost: 'Another desk refreshes now: this computer was away for too long.',
  late: 'The team’s server answers too slowly.',
  unreadable: 'The team’s list holds a record that this version cannot read.',
  tooMuch: 'The team’s list is too large.',
  stuck: 'Another desk refreshes, and does not go on.'
}
