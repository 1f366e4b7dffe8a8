/** The same for statements in German: Germany, Austria, Switzerland. */
export const de: Readonly<Record<string, string>> = {
  Groceries:
    'rewe edeka aldi lidl penny netto kaufland norma globus tegut hit+markt real+sb famila marktkauf denns alnatura basic+bio bio+company billa hofer spar interspar eurospar ' +
    'mpreis merkur migros coop denner volg unimarkt adeg nahkauf supermarkt lebensmittel backerei baeckerei metzgerei fleischerei fleischhauer wochenmarkt ' +
    'hofladen getranke getraenkemarkt reformhaus bofrost flink gorillas picnic',
  'Eating out':
    'restaurant gasthaus gasthof gaststatte gaststaette wirtshaus pizzeria imbiss doner doener kebap cafe kaffee konditorei bistro kantine mensa mcdonald mcdonalds ' +
    'burger+king subway vapiano nordsee dunkin starbucks lieferando wolt mjam foodora eisdiele brauhaus biergarten heuriger backwerk',
  Rent: 'miete kaltmiete warmmiete hausverwaltung vermieter wohnungsbau wohnbau genossenschaft wohnungsgenossenschaft vonovia deutsche+wohnen nebenkosten hausgeld betriebskosten',
  Utilities:
    'strom stromrechnung abschlag gas+abschlag stadtwerke eon e+on vattenfall enbw rwe ewe lichtblick naturstrom yello wien+energie verbund evn kelag tiwag ' +
    'energie wasser abwasser fernwarme fernwaerme heizung mullabfuhr muellabfuhr rundfunk ard+zdf+beitragsservice orf+beitrag gis+gebuhr serafe',
  'Phone and internet':
    'telekom vodafone telefonica o2 congstar aldi+talk winsim drillisch 1und1 a1+telekom magenta drei+austria hutchison swisscom sunrise salt+mobile freenet ' +
    'mobilcom unitymedia internet+rechnung mobilfunk handyvertrag festnetz',
  Household:
    'ikea obi bauhaus hornbach toom hagebau poco roller xxxlutz mobelix moebelix kika leiner mobel moebel mediamarkt media+markt saturn dm+drogerie dm+fil rossmann muller+drogerie ' +
    'bipa drogerie action tedi woolworth haushalt baumarkt gartencenter reinigung waschsalon depot+handels',
  Transport:
    'db+vertrieb deutsche+bahn bahn bvg mvv mvg hvv vbb vrr rmv vvs kvb oebb obb wiener+linien sbb zvv flixbus flixtrain deutschlandticket ticket+shop fahrkarte ' +
    'taxi uber bolt freenow free+now tier+mobility call+bike postbus verkehrsbetriebe',
  Car: 'aral shell esso total+tankstelle jet+tankstelle omv avanti tankstelle tanken star+tankstelle hem+tankstelle werkstatt kfz autohaus atu+auto reifen tuv tuev adac oeamtc arbo parkhaus parken parkgebuhr apcoa maut asfinag waschanlage',
  Health:
    'apotheke arzt arztin aerztin hausarzt zahnarzt zahnarztin praxis arztpraxis zahnarztpraxis gemeinschaftspraxis klinik krankenhaus optiker fielmann apollo+optik hartlauer physiotherapie doc+morris docmorris shop+apotheke ' +
    'sanitatshaus sanitaetshaus orthopadie heilpraktiker labor+med',
  Clothing:
    'zalando h+m hm c+a peek+cloppenburg kik takko nkd ernstings primark zara deichmann humanic reno snipes about+you bonprix schuhe mode bekleidung textil schneiderei',
  Education:
    'universitat universitaet hochschule semesterbeitrag volkshochschule vhs schule fortbildung buchhandlung thalia hugendubel studierendenwerk',
  Children:
    'kindergarten kita tagesmutter kinderbetreuung hort spielwaren spielzeug smyths baby+markt babyone elternbeitrag',
  Pets: 'fressnapf zooplus tierarzt tierarztin tierarztpraxis kleintierpraxis kleintierklinik tierklinik tierfutter futterhaus megazoo',
  Leisure:
    'kino cinemaxx cineplex uci+kino theater konzert eventim oeticket museum fitness fitnessstudio mcfit clever+fit fitx fitinn schwimmbad therme bowling verein sportverein ' +
    'playstation nintendo steam+games zoo',
  Travel:
    'booking+com airbnb hotel pension+gasthof hostel lufthansa eurowings ryanair easyjet austrian+airlines swiss+air condor tui dertour check24+reise flughafen urlaub reiseburo reisebuero ' +
    'jugendherberge ferienwohnung sixt',
  Subscriptions:
    'netflix spotify disney disneyplus dazn sky+deutschland rtl+plus joyn audible amazon+prime prime+video apple+com itunes google+one youtube+premium adobe zeit+verlag ' +
    'spiegel suddeutsche sueddeutsche frankfurter+allgemeine abo abonnement mitgliedsbeitrag',
  Gifts:
    'blumen florist fleurop geschenk spende spenden rotes+kreuz caritas diakonie unicef arzte+ohne+grenzen',
  Insurance:
    'versicherung versicherungen allianz huk huk+coburg ergo axa generali devk debeka uniqa wiener+stadtische wuestenrot zurich+vers helvetia mobiliar krankenkasse aok barmer ' +
    'techniker+krankenkasse haftpflicht lebensversicherung hausrat',
  Taxes:
    'finanzamt steuer einkommensteuer kfz+steuer grundsteuer bundeskasse steuernachzahlung lohnsteuer hundesteuer',
  'Bank fees':
    'kontofuhrung kontofuehrung kontoentgelt kontogebuhr entgeltabschluss abschluss+entgelt kartengebuhr sollzinsen dispozinsen bankgebuhr bankspesen kartenentgelt rechnungsabschluss',
  Salary: 'gehalt lohn bezuge bezuege entgelt lohnzahlung gehaltszahlung besoldung verdienst',
  Interest: 'zinsen habenzinsen zinsgutschrift dividende dividenden ausschuttung',
  'Other income':
    'kindergeld familienbeihilfe rente elterngeld wohngeld arbeitslosengeld bafog steuererstattung krankengeld pensionsversicherung',
}
