/** Where another feature's rows are needed: a feature, and the one it asks a verb of. */
export const pairsOf = (features: readonly string[]): string[] => [
  'auth → books',
  'members → auth', // who is in which book is written where people are
  'streams → auth', // a stream ends with its token
  'transactions → obligations',
  'contacts → obligations',
  // The ready-made set is made of both.
  'books → accounts',
  'books → categories',
  'books → transactions',
  'books → plans', // the workbook has the amounts of plans, and the figures of goals
  'books → goals',
  'plans → transactions', // a plan records its draft
  'plans → obligations',
  'accounts → goals', // an account that goals count stays what they can count
  'plans → goals',
  'reconciliations → transactions',
  // An import records its rows.
  'imports → transactions',
  'imports → obligations',
  'imports → accounts',
  'values → accounts',
  'imports → categories',
  'imports → contacts', // people of a list of shared expenses
  // … and what a file brings besides.
  'imports → budgets',
  'imports → plans',
  'imports → currencies',
  // The overview shows budgets, plans, goals, the latest transactions and files that wait.
  'reports → budgets',
  'reports → goals',
  'reports → imports',
  'reports → plans',
  'reports → transactions',
  // The history shows every kind of record, and undo composes some of them again.
  ...features.filter((feature) => feature !== 'changes').map((feature) => `changes → ${feature}`),
]
