/** The same for statements in Spanish: Spain, Mexico, Argentina, Colombia, Chile, Peru. */
export const es: Readonly<Record<string, string>> = {
  Groceries:
    'mercadona carrefour alcampo eroski consum hipercor ahorramas caprabo condis gadis froiz bonpreu bonarea supercor supersol supermercados+dia dia+retail dia+maxi maxi+dia lupa+supermercados masymas coviran hiperdino ' +
    'soriana chedraui bodega+aurrera la+comer superama oxxo cencosud tottus plaza+vea metro+cencosud coto+cicsa supermercado supermercados hipermercado fruteria panaderia carniceria pescaderia charcuteria pasteleria ' +
    'ultramarinos alimentacion abarrotes veritas+ecologico herbolario',
  'Eating out':
    'restaurante restaurantes cafeteria cerveceria taberna meson bodega+bar asador marisqueria bocateria hamburgueseria heladeria churreria chocolateria tapas goiko telepizza vips foster+hollywood cien+montaditos 100+montaditos ' +
    'rodilla ginos tagliatella glovo uber+eats rappi pedidosya taqueria fonda parrilla sanborns+restaurante juan+valdez bar+restaurante cafe+bar',
  Rent: 'alquiler alquileres arrendamiento arriendo comunidad+propietarios cdad+prop cuota+comunidad inmobiliaria administracion+fincas',
  Utilities:
    'endesa iberdrola naturgy repsol+luz holaluz totalenergies+clientes edp+energia cepsa+gas curenergia energia+xxi canal+isabel aguas agua+potable aqualia emasesa emasa agbar aigues hidralia electricidad recibo+luz ' +
    'gas+natural comision+federal+electricidad cfe edenor edesur metrogas enel sedapal basuras tasa+basura',
  'Phone and internet':
    'movistar vodafone+espana orange+espana orange+espagne yoigo masmovil mas+movil pepephone lowi jazztel digi+spain digi+mobil simyo euskaltel o2+espana telefonica+moviles telcel telmex izzi totalplay claro entel recarga+movil telefonia fibra+movil',
  Household:
    'leroy+merlin bricomart bricodepot brico+depot conforama mediamarkt media+markt worten zara+home maisons+mundo merkamueble casa+viva tiger+stores ferreteria bazar muebles electrodomesticos drogueria druni primor clarel jardineria ' +
    'tintoreria lavanderia coppel elektra sodimac falabella+hogar homecenter limpieza',
  Transport:
    'renfe ouigo+espana iryo emt+madrid metro+madrid consorcio+transportes tmb+barcelona fgc cabify bolt+eu freenow alsa avanza+bus socibus blablacar bicing bicimad taxi+madrid taxis autobuses autobus cercanias tranvia ado+autobuses transmilenio',
  Car:
    'repsol cepsa galp ballenoil petroprix plenoil gasolinera gasolineras estacion+servicio e+s+repsol gasolina combustible pemex ypf copec autopistas autopista peaje peajes telepeaje via+t abertis taller+mecanico talleres neumaticos ' +
    'norauto feuvert itv aparcamiento aparcamientos parking+saba saba+aparcamientos empark estacionamiento estacionamientos zona+azul dgt+multa multa+trafico lavadero',
  Health:
    'farmacia farmacias clinica+dental dentista odontologia vitaldent medico consulta+medica hospital+quiron quironsalud optica opticas general+optica multiopticas alain+afflelou fisioterapia psicologia laboratorio+clinico ' +
    'parafarmacia ortopedia podologia farmacias+similares farmacias+guadalajara farmacias+ahorro cruz+verde salcobrand inkafarma',
  Clothing:
    'massimo+dutti pull+bear bershka stradivarius oysho mango lefties springfield cortefiel womensecret desigual sfera kiabi camper bimba+lola parfois calzados zapateria zapatos moda+textil ropa suburbia vinted',
  Education:
    'universidad colegio academia matricula uned conservatorio papeleria material+escolar libros+texto escuela+idiomas autoescuela curso cursos',
  Children:
    'guarderia escuela+infantil jugueteria jugueterias juguettos prenatal+espana ludoteca ampa comedor+escolar extraescolares canguro campamento+verano',
  Pets: 'veterinario veterinaria veterinarios clinica+veterinaria kiwoko tiendanimal mascotas peluqueria+canina',
  Leisure:
    'cine cines yelmo cinesa kinepolis+espana ocine cinepolis cinemex teatro entradas+com ticketmaster+espana gimnasio mcfit+espana basic+fit+spain vivagym altafit polideportivo piscina museo fnac+espana casa+libro libreria ' +
    'decathlon concierto port+aventura portaventura parque+warner bolera loterias apuestas+estado padel',
  Travel:
    'iberia vueling air+europa volotea aeromexico latam avianca aerolineas+argentinas hotel+nh nh+hoteles melia paradores hostal pension+hotel halcon+viajes viajes+corte+ingles viajes+el+corte edreams despegar logitravel aeropuerto aena camping',
  Subscriptions:
    'filmin movistar+plus dazn+espana hbo+max el+pais el+mundo+suscripcion suscripcion suscripciones amazon+prime+es rakuten+tv audible+es',
  Gifts:
    'floristeria floristerias regalo regalos donativo donacion cruz+roja caritas+espanola unicef+espana medicos+sin+fronteras intermon+oxfam manos+unidas aldeas+infantiles',
  Insurance:
    'seguro seguros mapfre mutua+madrilena linea+directa sanitas adeslas asisa dkv+seguros santalucia ocaso catalana+occidente pelayo+mutua genesis+seguros verti reale+seguros axa+seguros gnp qualitas+seguros prima+seguro poliza',
  Taxes:
    'agencia+tributaria aeat impuestos impuesto irpf ibi+ayuntamiento recibo+ibi autonomos+tgss tgss+cotizacion seguridad+social+autonomos sat+impuestos afip tributos recaudacion',
  'Bank fees':
    'comision+mantenimiento comision+tarjeta comision+transferencia comision+administracion comisiones comision cuota+tarjeta mantenimiento+cuenta intereses+descubierto liquidacion+descubierto gastos+bancarios',
  Salary: 'nomina nominas salario sueldo haberes aguinaldo paga+extra pago+nomina',
  Interest: 'intereses abono+intereses liquidacion+intereses dividendo dividendos rendimientos',
  'Other income':
    'pension+inss pensiones sepe prestacion+desempleo prestacion subsidio devolucion+hacienda devolucion+aeat devolucion+irpf devolucion+impuestos beca bizum+recibido ayuda+familiar imss+pension',
}
