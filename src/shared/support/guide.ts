/** The guide has no preload: it reports by its title. */
export const guideTitles = { drawn: 'User guide', broken: 'The user guide cannot be shown' }
