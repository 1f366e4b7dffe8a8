export const choices = [
  'lent',
  'borrowed',
  'paid-for-me',
  'owed-for-work',
  'older',
  'paid-for-others',
] as const
export type Choice = (typeof choices)[number]
