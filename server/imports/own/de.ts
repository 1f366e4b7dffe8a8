/** The same in German. */
export const de = {
  withdrawal:
    'bargeldauszahlung bargeldabhebung bargeldbehebung bargeldbezug barauszahlung barabhebung geldautomat geldausgabeautomat bankomat',
  fee: 'gebuhr gebuehr entgelt spesen provision',
  cash: 'bargeld bar kasse geldborse portemonnaie',
  saved: 'sparen sparkonto sparbuch tagesgeld tagesgeldkonto festgeld depot',
}
