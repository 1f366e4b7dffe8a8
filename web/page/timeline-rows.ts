/** How many transactions a page of the timeline has. */
export const TIMELINE_ROWS = 200
