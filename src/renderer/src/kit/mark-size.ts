/** Sizes and gaps of marks and groups, px (tokens: Charts); a group keeps the size of a target. */
export const mark = { width: 10, gap: 2, groupGap: 5, tile: 20, target: 24 } as const
