/** The same for statements in French: France, Belgium, Switzerland, Luxembourg. */
export const fr: Readonly<Record<string, string>> = {
  Groceries:
    'carrefour leclerc auchan intermarche monoprix franprix super+u hyper+u u+express systeme+u casino+shop geant+casino supermarche+casino supermarches+match delhaize colruyt picard+surgeles biocoop naturalia ' +
    'grand+frais la+vie+claire spar+express vival proxi leader+price supermarche hypermarche epicerie boulangerie patisserie boucherie charcuterie fromagerie primeur poissonnerie maraicher alimentation marche+bio',
  'Eating out':
    'brasserie bistrot creperie crepes saladerie sandwicherie boulangerie+paul paul+boulangerie brioche+doree quick+restaurant hippopotamus buffalo+grill courtepaille flunch del+arte big+mamma ' +
    'uber+eats deliveroo frichti restauration salon+the bar+tabac cantine cafeteria traiteur rotisserie',
  Rent: 'loyer loyers foncia nexity citya bailleur hlm charges+locatives syndic copropriete quittance+loyer action+logement cdc+habitat agence+immobiliere',
  Utilities:
    'engie totalenergies+electricite total+direct+energie direct+energie electricite gaz+tarif veolia suez eau+paris lyonnaise+eaux eaux ekwateur ilek electrabel luminus ' +
    'sibelga vivaqua romande+energie redevance+audiovisuelle chauffage',
  'Phone and internet':
    'orange+sa orange+france orange+mobile sfr bouygues+telecom sosh free+mobile free+telecom free+haut+debit red+sfr b+you prixtel nrj+mobile la+poste+mobile proximus mobistar forfait+mobile telephonie fibre+optique',
  Household:
    'leroy+merlin castorama brico+depot bricorama bricomarche mr+bricolage conforama but+sa darty gifi action+france maisons+monde la+foirfouille stokomani truffaut jardiland gamm+vert botanic electro+depot ' +
    'quincaillerie droguerie bricolage meubles literie laverie pressing electromenager',
  Transport:
    'sncf ratp navigo tisseo tbm+bordeaux keolis transilium ouigo tcl+lyon rtm+marseille blablacar blablabus flixbus velib stib mivb tec+wallonie cff sbb+cff tpg+geneve transports taxis metro+ticket billet+train eurostar thalys',
  Car:
    'totalenergies total+access total+station station+total station+service relais+total dac+leclerc dac+intermarche dac+carrefour carburant essence sanef aprr cofiroute vinci+autoroutes autoroutes peage ' +
    'norauto feu+vert midas speedy indigo+parking effia saemes horodateur stationnement controle+technique garage+auto carrosserie pneus vulco euromaster contravention amende+gouv',
  Health:
    'pharmacie pharm medecin cabinet+medical cabinet+dentaire dentiste docteur laboratoire+analyses labo+analyses biologie+medicale cerballiance biogroup opticien optic+2000 afflelou krys grandoptical ' +
    'hopital clinique kine kinesitherapeute osteopathe infirmiere parapharmacie doctolib psychologue orthophoniste',
  Clothing:
    'kiabi celio promod camaieu etam gemo la+halle chaussea eram andre+chaussures minelli galeries+lafayette petit+bateau okaidi vertbaudet jennyfer pimkie naf+naf cache+cache bonobo+jeans vinted ' +
    'vetements chaussures pret+porter cordonnerie',
  Education:
    'universite lycee college+prive ecole crous cned scolarite auto+ecole librairie+scolaire formation cours+particuliers acadomia',
  Children:
    'creche garderie assistante+maternelle pajemploi nounou jouets joueclub king+jouet la+grande+recre cantine+scolaire periscolaire centre+loisirs people+baby babilou',
  Pets: 'veterinaire veterinaires clinique+veterinaire animalis maxi+zoo tom+co animalerie wamiz toilettage',
  Leisure:
    'cinema gaumont pathe ugc kinepolis mk2 cgr+cinemas theatre fnac cultura decathlon intersport basic+fit fitness+park keepcool orange+bleue piscine musee billetterie fnac+spectacles ticketnet ' +
    'librairie furet+nord gibert parc+attractions disneyland asterix mediatheque francaise+jeux fdj pmu',
  Travel:
    'air+france transavia hotel+ibis ibis mercure+hotel novotel campanile kyriad b+b+hotels pierre+vacances center+parcs gites+france gite club+med brussels+airlines sncf+connect+hotel auberge+jeunesse ' +
    'aeroport agence+voyages fram nouvelles+frontieres huttopia',
  Subscriptions:
    'canal+sat canalplus canal+plus molotov deezer salto lemonde le+monde le+figaro mediapart ouest+france abonnement abonnements amazon+prime+fr bein+sports',
  Gifts:
    'fleuriste interflora+france fleurs aquarelle+com monceau+fleurs cadeau cadeaux don+association croix+rouge restos+coeur secours+populaire secours+catholique emmaus medecins+sans+frontieres handicap+international',
  Insurance:
    'assurance assurances assur maif macif matmut maaf gmf mma groupama pacifica mutuelle harmonie+mutuelle mgen malakoff ag2r swisslife direct+assurance cardif ethias ag+insurance alan+sa prevoyance ',
  Taxes:
    'impots impot dgfip dir+gen+fin+publiques direction+generale+finances tresor+public taxe+fonciere taxe+habitation prelevement+source urssaf spf+finances',
  'Bank fees':
    'frais+bancaires frais+tenue+compte tenue+compte commission+intervention commission+mouvement cotisation+carte cotisation+bancaire cotisation+jazz cotisation+esprit agios frais+paiement+etranger frais+rejet interets+debiteurs ' +
    'frais+virement abonnement+compte',
  Salary: 'salaire salaires paie virement+salaire traitement+fonction remuneration paye+mensuelle',
  Interest:
    'interets interets+crediteurs interets+livret interets+annuels dividende dividendes coupon+titres',
  'Other income':
    'caf caisse+allocations+familiales allocations allocation pole+emploi france+travail cpam ameli retraite carsat agirc+arrco pension+retraite remboursement+impots remb+secu bourse+crous indemnites+journalieres',
}
