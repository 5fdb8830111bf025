/** The room for requests that were sent, with their answers, in MB. */
export const keptRooms = [100, 200, 500, 1000] as const
