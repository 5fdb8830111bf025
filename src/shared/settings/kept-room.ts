/** MB for sends and their answers. */
export const keptRooms = [100, 200, 500, 1000] as const
