/** Words that banks write into many rows, folded: they say how it was paid, and nothing about which purchase it is. */
export const BANK_WORDS: ReadonlySet<string> = new Set(
  (
    'card karte kartenzahlung debit credit pos sepa payment zahlung lastschrift basislastschrift purchase gutschrift uberweisung ueberweisung ' +
    'dauerauftrag girocard visa mastercard maestro gmbh ltd inc com www und and the'
  ).split(' '),
)
