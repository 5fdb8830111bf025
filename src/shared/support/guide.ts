/** How the page of the user guide, which has no preload, says by its title that it is drawn, or broken. */
export const guideTitles = { drawn: 'User guide', broken: 'The user guide cannot be shown' }
